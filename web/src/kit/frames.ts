/** Calls in every frame; returns a function that stops it. In a component: `$effect(() => everyFrame(...))`. */
export function everyFrame(call: (time: number) => void): () => void {
  let id = requestAnimationFrame(function next(time) {
    id = requestAnimationFrame(next)
    call(time)
  })
  return () => cancelAnimationFrame(id)
}

export function every(ms: number, call: () => void): () => void {
  const id = setInterval(call, ms)
  return () => clearInterval(id)
}

/** Keeps the screen on where the browser allows it (HTTPS or localhost); returns a function that ends it. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let wanted = true
  const ask = async () => {
    if (!wanted || document.hidden || !('wakeLock' in navigator)) return
    try {
      lock = await navigator.wakeLock.request('screen')
      if (!wanted) await lock.release()
    } catch {
      lock = null // low battery, or not allowed: the screen behaves as usual
    }
  }
  void ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    wanted = false
    document.removeEventListener('visibilitychange', ask)
    void lock?.release()
  }
}

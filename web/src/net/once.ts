/** Loads each thing once; what has failed is loaded again the next time. */
export function once<T>(load: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const loaded = new Map<string, Promise<T>>()
  return (name) => {
    let found = loaded.get(name)
    if (!found) {
      found = load(name)
      found.catch(() => loaded.delete(name))
      loaded.set(name, found)
    }
    return found
  }
}

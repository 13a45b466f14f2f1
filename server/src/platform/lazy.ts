/** What is costly to make and seldom needed is made when it is first asked for, so that a process starts in no time. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** The same for each of many: what follows from a constant alone is made once in a process, however many services run in it. */
export const oncePer = <K extends WeakKey, T extends WeakKey>(make: (key: K) => T): ((key: K) => T) => {
  const made = new WeakMap<K, T>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/** What is costly to make and seldom needed is made when it is first asked for, so that a process starts in no time. */
export const atFirstUse = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

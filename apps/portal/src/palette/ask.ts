/** Which of the two, the palette or the map of keys, is open over the page. */
export type Asked = 'palette' | 'keys' | undefined

let asked: Asked
const listeners = new Set<() => void>()

export const ask = (what: Asked): void => {
  asked = what
  for (const tell of listeners) tell()
}

export const whatIsAsked = (): Asked => asked

export const onAsked = (tell: () => void): (() => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

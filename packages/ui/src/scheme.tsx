/** Light, dark, or as the system has it; kept in this browser. `/scheme.js` reads it before the first paint. */
import { useSyncExternalStore } from 'react'

export const SCHEMES = ['system', 'light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  const system = matchMedia('(prefers-color-scheme: dark)')
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

const kept = (): Scheme => SCHEMES.find((scheme) => scheme === localStorage.getItem('scheme')) ?? 'system'
const shown = (): 'light' | 'dark' => (document.documentElement.dataset['scheme'] === 'dark' ? 'dark' : 'light')

export const useScheme = () => ({
  kept: useSyncExternalStore(listen, kept),
  shown: useSyncExternalStore(listen, shown),
})

export const setScheme = (scheme: Scheme): void => {
  if (scheme === 'system') localStorage.removeItem('scheme')
  else localStorage.setItem('scheme', scheme)
  const dark = scheme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  document.documentElement.dataset['scheme'] = dark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

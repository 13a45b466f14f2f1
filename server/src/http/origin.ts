/** A change that a browser makes must come from our own pages (P6). Programs that are no browser send no Origin. */
import { originNotAllowed } from '@countersign/contract/transport-errors'
import { Refusal } from '../refusal.ts'

export const originCheck = (own_urls: readonly string[]) => {
  const own = new Set(own_urls.map((url) => new URL(url).origin))
  return (headers: Readonly<Record<string, string | string[] | undefined>>): void => {
    const { origin, 'sec-fetch-site': site } = headers
    if (origin !== undefined ? !own.has(String(origin)) : site === 'cross-site') throw new Refusal(originNotAllowed)
  }
}

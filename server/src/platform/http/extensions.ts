/** What a service leaves out with `EXTENSIONS=none`: modules, whose routes are refused before anything of a call is read. */
import type { Tier } from '@pursestrings/contract/tiers'
import { extensionNotServed } from '@pursestrings/contract/transport-errors'
import { Refusal } from '../refusal.ts'

export const leftOut = (tier: Tier) => {
  const refuse = () => {
    throw new Refusal(extensionNotServed, { details: { tier } })
  }
  return { onRequest: refuse, handler: refuse }
}

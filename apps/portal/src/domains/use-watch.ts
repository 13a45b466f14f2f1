/** Looks for a missing proof once a minute while the page is open, without asking anybody to confirm it. */
import { createCookieSessionClient, type MerchantDomain } from '@pursestrings/sdk'
import { useEffect } from 'react'
import { queries } from '../client.ts'

const EVERY_MS = 60_000

/** A person who has to confirm checks presses the button; a background look that is refused changes nothing. */
const lookQuietly = async (domain_id: string): Promise<void> => {
  const quiet = createCookieSessionClient({ base_url: location.origin })
  await quiet.merchantSessions.readCurrent()
  await quiet.merchantDomains.verify(domain_id)
}

export const isMissing = ({ status, failing_since }: MerchantDomain): boolean =>
  status !== 'verified' || failing_since !== null

export const useWatch = (domain: MerchantDomain | undefined): void => {
  const watched = domain && isMissing(domain) ? domain.domain_id : undefined
  useEffect(() => {
    if (watched === undefined) return
    const look = () =>
      lookQuietly(watched)
        .catch(() => undefined)
        .then(() => queries.invalidateQueries())
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void look()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [watched])
}

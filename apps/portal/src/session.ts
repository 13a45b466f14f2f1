/**
 * Who is signed in, asked once and kept; signing in or out changes it for every page. A session that ends while a page is
 * open takes nothing away: who it was stays known, and `useEnded` says that they have to sign in again.
 */
import { ApiError } from '@pursestrings/sdk'
import { useQuery } from '@tanstack/react-query'
import { api, queries } from './client.ts'

const KEY = ['session'] as const
const ENDED = ['session-ended'] as const

type Session = Awaited<ReturnType<typeof api.merchantSessions.readCurrent>>

const isSame = (one: Session, other: Session): boolean =>
  one.merchant.merchant_id === other.merchant.merchant_id && one.account.account_id === other.account.account_id

const isOfPage = ({ queryKey: [first] }: { readonly queryKey: readonly unknown[] }): boolean =>
  first !== KEY[0] && first !== ENDED[0]

/** What was read for one session is not shown in another. */
const forgetPages = (): void => queries.removeQueries({ predicate: isOfPage })

/** Null for nobody. */
const readSession = async (): Promise<Session | null> => {
  const before = queries.getQueryData<Session | null>(KEY) ?? null
  try {
    const now = await api.merchantSessions.readCurrent()
    if (before && !isSame(before, now)) void queries.resetQueries({ predicate: isOfPage })
    if (queries.getQueryData(ENDED)) void queries.invalidateQueries({ predicate: isOfPage })
    queries.setQueryData(ENDED, false)
    return now
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    queries.setQueryData(ENDED, before !== null)
    return before
  }
}

const SESSION = { queryKey: KEY, queryFn: readSession, staleTime: 60_000 }

export const useSession = () => useQuery(SESSION)

/** Asked while the page is still loaded, which needs the answer. */
export const askForSession = (): null => {
  void queries.prefetchQuery(SESSION)
  return null
}

const LOOK_AGAIN_MS = 2_000

/** Has the session of this page ended? While it has, this looks whether the person has signed in again, in any tab. */
export const useEnded = (): boolean => {
  const { data: ended } = useQuery({ queryKey: ENDED, queryFn: () => false, initialData: false, enabled: false })
  useQuery({ queryKey: KEY, queryFn: readSession, enabled: ended, refetchInterval: ended ? LOOK_AGAIN_MS : false })
  return ended
}

export const readSessionAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY })

/** One cookie serves every tab: the others have to notice, too. */
const tabs = new BroadcastChannel('session')
tabs.addEventListener('message', () => void readSessionAgain())

/** A session in another organization has taken the place of this one: the page begins again, with nothing of before. */
export const enterOther = (): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  tabs.postMessage(null)
  location.assign('/')
}

/** A refusal that the session may explain: it has ended, or another tab has opened a new one. */
const isAboutSession = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.code === 'csrf_proof_invalid')

/** Whatever page or button meets the end of the session, it is noticed here. */
const notice = (event: {
  readonly type: string
  readonly action?: { readonly type: string; readonly error?: unknown }
}) => {
  if (event.type === 'updated' && event.action?.type === 'error' && isAboutSession(event.action.error))
    void readSessionAgain()
}
queries.getQueryCache().subscribe(notice)
queries.getMutationCache().subscribe(notice)

/** This tab shows nothing of the session any more; whether it still lives is another matter. */
export const sessionEnded = (): void => {
  queries.setQueryData(KEY, null)
  queries.setQueryData(ENDED, false)
  forgetPages()
}

export const signOut = async (): Promise<void> => {
  await api.merchantSessions.close('current')
  sessionEnded()
}

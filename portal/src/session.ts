/** Who is signed in, asked once and kept; signing in or out changes it for every page. */
import { ApiError } from '@countersign/sdk'
import { useQuery } from '@tanstack/react-query'
import { api, queries } from './client.ts'

const KEY = ['session'] as const

/** Null for nobody. */
const readSession = async () => {
  try {
    return await api.merchantSessions.readCurrent()
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

export const useSession = () => useQuery({ queryKey: KEY, queryFn: readSession, staleTime: 60_000 })

/** What was read for one session is not shown in another. */
export const forgetSession = (): void => {
  queries.removeQueries()
}

export const signOut = async (): Promise<void> => {
  await api.merchantSessions.closeCurrent()
  sessionEnded()
}

/** After whatever ends the session on the service, such as leaving the organization. */
export const sessionEnded = (): void => {
  queries.setQueryData(KEY, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] })
}

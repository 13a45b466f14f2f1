/** The first page: what is next until a first request was confirmed, and how things stand from then on. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { useModules } from '../frame/use-service.ts'
import { Setup } from '../setup/Setup.tsx'
import { Overview } from './Overview.tsx'

const hasConfirmed = async (): Promise<boolean> =>
  (await api.paymentRequests.list({ status: 'confirmed' }).toArray({ limit: 1 })).length > 0

export const Home = () => {
  const modules = useModules()
  const confirmed = useQuery({ queryKey: ['setup', 'confirmed'], queryFn: hasConfirmed })
  if (confirmed.data === undefined)
    return confirmed.error ? <Fault error={confirmed.error} onAgain={() => void confirmed.refetch()} /> : null
  return confirmed.data && modules ? <Overview /> : <Setup />
}

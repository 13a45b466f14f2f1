/** The first page: what is next until a first request was confirmed, and how things stand from then on. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'
import { Loading } from '../frame/Loading.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { useService } from '../frame/use-service.ts'
import { Setup } from '../setup/Setup.tsx'
import { Overview } from './Overview.tsx'

const hasConfirmed = async (): Promise<boolean> =>
  (await api.paymentRequests.list({ status: 'confirmed' }).toArray({ limit: 1 })).length > 0

export const Home = () => {
  const service = useService()
  const confirmed = useQuery({ queryKey: ['setup', 'confirmed'], queryFn: hasConfirmed })
  if (confirmed.data === undefined || !service)
    return (
      <div className="page">
        <Skeleton lines={1} />
        <Loading of={service ? confirmed : { ...confirmed, data: undefined }} as="card" lines={8} />
      </div>
    )
  return confirmed.data && service.extensions === 'all' ? <Overview /> : <Setup />
}

import { useQuery } from '@tanstack/react-query'
import { api } from '../client.ts'
import { NEW } from '../palette/keys.ts'
import { PAGE_GROUPS, type PageGroup } from './pages.ts'

/** Undefined until it has answered. */
export const useService = () =>
  useQuery({
    queryKey: ['service'],
    queryFn: () => api.service.read().then((answer) => answer.service),
    staleTime: Number.POSITIVE_INFINITY,
  }).data

/** Where programs call the service. Its portal may stand elsewhere, and what an agent signs names the service. */
export const useServiceUrl = (): string => useService()?.base_url ?? location.origin

/** Whether the service serves more than the specification; false until it has said so. */
export const useModules = (): boolean => useService()?.extensions === 'all'

/** Those that have something to show. */
export const usePageGroups = (): readonly PageGroup[] => {
  const bare = useService()?.extensions === 'none'
  const groups: readonly PageGroup[] = PAGE_GROUPS
  return groups
    .map(({ label, pages }) => ({ label, pages: pages.filter(({ beyond }) => !(bare && beyond)) }))
    .filter(({ pages }) => pages.length > 0)
}

/** What can be made by a key of its own, beside that key. */
export const useNew = () => {
  const bare = useService()?.extensions === 'none'
  return Object.entries(NEW).filter(([, { beyond }]) => !(bare && beyond))
}

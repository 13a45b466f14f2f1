/** What pages have read of the service, and when it is read again. */
import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

/**
 * A read that was on its way when something changed may know nothing of it, yet its answer would be taken for news. Unless another read
 * has taken its place by then, it is read once more as soon as it has come; where nothing is to be read now, it is marked as old.
 */
class Queries extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const { queryKey, promise } of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      const readOnceMore = () =>
        super.invalidateQueries({ ...filters, queryKey, exact: true }, { cancelRefetch: false })
      void promise?.then(readOnceMore, readOnceMore)
    }
    return super.invalidateQueries(filters, options)
  }
}

/** What was read stays while it is read again. Refusals are not retried here: the client knows which may be. */
export const createQueries = (): QueryClient =>
  new Queries({ defaultOptions: { queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true } } })

/** What pages have read of the service, and when it is read again. */
import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

/**
 * A read that was on its way when something changed may know nothing of it. Where its answer would be taken for news (a first read, or one
 * that no page waits for any more), it is read once more as soon as it has come.
 */
class Queries extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const on_their_way = this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
    for (const query of on_their_way.filter((one) => one.state.data === undefined || !one.isActive())) {
      const readOnceMore = () =>
        super.invalidateQueries({ ...filters, queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
      void query.promise?.then(readOnceMore, readOnceMore)
    }
    return super.invalidateQueries(filters, options)
  }
}

/** What was read stays while it is read again. Refusals are not retried here: the client knows which may be. */
export const createQueries = (): QueryClient =>
  new Queries({ defaultOptions: { queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true } } })

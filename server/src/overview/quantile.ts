/** How much a part of what was measured took at most, from how many fell under each bound; null where nothing was measured. */

/** As though the answers of an entry came evenly; to a tenth of the unit. */
export const quantile = (histogram: readonly { to: number; count: number }[], part: number): number | null => {
  const wanted = part * histogram.reduce((sum, { count }) => sum + count, 0)
  let [seen, from] = [0, 0]
  for (const { to, count } of histogram) {
    if (count > 0 && seen + count >= wanted) {
      return Math.round((from + ((to - from) * (wanted - seen)) / count) * 10) / 10
    }
    seen += count
    from = to
  }
  return null
}

/** Welch's t between two samples of times; the slowest percent of each is dropped, where pauses of the machine live. */
export const welch = (a: readonly number[], b: readonly number[]) => {
  const [x, y] = [momentsOf(a), momentsOf(b)]
  const t = (x.mean - y.mean) / Math.sqrt(x.variance / x.n + y.variance / y.n)
  return { t, mean_a_ms: x.mean, mean_b_ms: y.mean }
}

const momentsOf = (sample: readonly number[]) => {
  const kept = sample.toSorted((p, q) => p - q).slice(0, Math.ceil(sample.length * 0.99))
  const n = kept.length
  const mean = kept.reduce((sum, v) => sum + v, 0) / n
  return { n, mean, variance: kept.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (n - 1) }
}

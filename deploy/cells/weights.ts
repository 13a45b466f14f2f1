/** How unequal merchants are: the n-th largest asks 1/n^s as often as the largest. All together are 1. */
export const zipfWeights = (count: number, s: number): number[] => {
  const raw = Array.from({ length: count }, (_, n) => 1 / (n + 1) ** s)
  const sum = raw.reduce((total, weight) => total + weight, 0)
  return raw.map((weight) => weight / sum)
}

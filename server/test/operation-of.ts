/** Which operation a call is. */
import type { Operation } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'

const patterns = operations.map((o) => [o, new RegExp(`^${o.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)] as const)

/** An operation whose path has no parameter there comes first: `current` is no id. */
export const operationOf = (method: string, path: string): Operation | undefined => {
  const fits = patterns.filter(([o, form]) => o.method === method && form.test(path.split('?')[0] ?? ''))
  return fits.toSorted(([a], [b]) => a.path.split('{').length - b.path.split('{').length)[0]?.[0]
}

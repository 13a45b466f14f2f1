/**
 * A call that no route serves: the path may be known with another method, and then the answer says which. A path that is known
 * with this very method holds an id of a length that no id has.
 */
import { operations } from '@countersign/contract/operations'
import { methodNotAllowed, routeNotFound } from '@countersign/contract/transport-errors'
import { Refusal } from '../refusal.ts'

const PATHS = [...Map.groupBy(operations, (o) => o.path)].map(([path, list]) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: list.flatMap((o) => (o.method === 'GET' ? ['GET', 'HEAD'] : [o.method])),
}))

export const refusalOfNoRoute = ({ url, method }: { url: string; method: string }): Refusal => {
  const [path = ''] = url.split('?', 1)
  // Several paths may fit, such as `…/current` and `…/{id}`.
  const methods = PATHS.filter(({ pattern }) => pattern.test(path)).flatMap((known) => known.methods)
  if (methods.length === 0 || methods.includes(method)) return new Refusal(routeNotFound)
  const allow = [...new Set(methods)].toSorted().join(', ')
  return new Refusal(methodNotAllowed, { headers: { allow } })
}

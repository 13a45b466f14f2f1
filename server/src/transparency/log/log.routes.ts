import * as contract from '@pursestrings/contract/log/operations'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { joined, utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { entryBundle, readTilePath, TILE_WIDTH, widthOf } from '@pursestrings/protocol/log/log-tiles'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptsGzip, compress } from '../../platform/http/headers.ts'
import type { Route } from '../../platform/http/route.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { selectEntries } from './log.store.ts'
import { readTileOf } from './log-tree.reads.ts'
import { proveLog, readNewest, readPolicyText } from './prove.ts'

export const logRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.proveLog, ({ query }) => transactions.asSystem((tx) => proveLog(tx, query)))
}

// The payee log as files (C2SP tlog-tiles), for whoever reads logs: the signed head, tiles of hashes, and the entries. A file
// of the log never changes, so it may be kept for good; only the head does. Nothing beyond the published size is shown.

const ANY_ORIGIN = { 'access-control-allow-origin': '*' }
const FOR_GOOD = 'public, max-age=31536000, immutable'
const TEXT = 'text/plain; charset=utf-8'

interface FilesDeps {
  readonly transactions: Transactions
  /** Without modules there is no log. */
  readonly modules: boolean
}

export const logFiles = (app: FastifyInstance, { transactions, modules }: FilesDeps): void => {
  const readable = (reply: FastifyReply, cache: string) =>
    reply.headers({ ...ANY_ORIGIN, 'cache-control': cache, 'x-content-type-options': 'nosniff' })

  app.get('/.well-known/svc-log-policy.txt', async (_request, reply) => {
    // A wallet that is made where there is no log must be able to read that.
    reply.headers(ANY_ORIGIN)
    const policy = modules ? await transactions.asSystem(readPolicyText) : undefined
    if (policy === undefined) throw new Refusal(resourceNotFound)
    return readable(reply, 'public, max-age=300').type(TEXT).send(policy)
  })
  if (!modules) return

  app.get('/log/checkpoint', async (_request, reply) => {
    const published = await transactions.asSystem((tx) => readNewest(tx))
    if (!published) throw new Refusal(resourceNotFound)
    return readable(reply, 'public, max-age=2').type(TEXT).send(published.note)
  })

  app.get<{ Params: { '*': string } }>('/log/tile/*', async (request, reply) => {
    const bytes = await transactions.asSystem((tx) => readFile(tx, `tile/${request.params['*']}`))
    if (!bytes) throw new Refusal(resourceNotFound)
    readable(reply, FOR_GOOD).type('application/octet-stream')
    const zipped = acceptsGzip(request.headers)
    reply.header('vary', 'accept-encoding')
    return zipped
      ? reply.header('content-encoding', 'gzip').send(await compress(bytes))
      : reply.send(Buffer.from(bytes))
  })
}

const readFile = async (tx: SystemTx, path: string): Promise<Uint8Array | undefined> => {
  const tile = readTilePath(path)
  const published = tile && (await readNewest(tx))
  // A part of a tile that is wider by now is served as well: those who hold an older head ask for it.
  if (!tile || !published || widthOf(tile, published.size) < tile.width) return undefined
  const from = tile.tile * TILE_WIDTH
  if (tile.level === 'entries') return entryBundle((await selectEntries(tx, from, from + tile.width)).map(utf8Of))
  return joined(...(await readTileOf(tx)({ ...tile, level: tile.level })))
}

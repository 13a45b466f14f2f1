/**
 * Does the service keep its rate on a new database? Tables are analysed while empty and never again, autovacuum is off and
 * the api keeps its connections and their plans: create (one at a time and batched), read and events at 0 and at 100,000
 * stored requests. Each must keep 0.9 of its first rate.
 */
import { CREATE_LUA } from './create.ts'
import { wrk } from './engines.ts'
import { EVENTS_LUA } from './events.ts'
import { fillWithRequests } from './fill-requests.ts'
import { type Ground, prepareGround } from './ground.ts'
import { median, round } from './compare.ts'
import { READ_LUA, writeRequestsFile } from './read.ts'

const SECONDS = Number(process.env.SECONDS ?? 3)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const STORED = Number(process.env.STORED ?? 100_000)
const BAR = 0.9

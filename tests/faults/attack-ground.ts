/** Tenants that were made by doing, and one api process with the limits of production beside the world that made them. */
import { type Asking, activePayee, askingOver, newAsking } from '../../server/test/asking.ts'
import { newConnection } from '../../server/test/connection.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { newOperator } from '../../server/test/operator.ts'
import { startProcess } from '../../server/test/process.ts'
import { startWorld } from '../../server/test/world.ts'

interface Wanted {
  readonly honest: number
  readonly hostile: number
  /** Beyond the settings of production. */
  readonly more?: Readonly<Record<string, string>>
}

export const startAttackGround = async ({ honest, hostile, more = {} }: Wanted) => {
  const web = await startMerchantWeb()
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  const tenants: Asking[] = []
  for (let i = 0; i < honest; i++) tenants.push(await newAsking(world, web))
  const hostiles: Asking[] = []
  if (hostile > 0) {
    const operator = await newOperator(world)
    const payee = await activePayee(web, operator)
    for (let i = 0; i < hostile; i++) hostiles.push(askingOver(await newConnection(world, { operator }), payee))
  }
  // The limits on strangers are those of production; only what a tenant may ask of one wallet is raised, for the load's sake.
  const raised = { PENDING_MAX: '1000000000', CREATES_PER_MINUTE_MAX: '1000000' }
  const { CALLS_AT_ONCE_MAX: _unbounded, ...bounded } = world.settings
  const settings = { ...bounded, ...raised, LOG_LEVEL: 'info', RATE_LIMIT_SCALE: '1', ...more }
  const api = await startProcess('api', settings)
  return {
    url: api.url,
    tenants,
    hostiles,
    output: api.output,
    async stop() {
      await api.end()
      await world.stop()
      await web.stop()
    },
  }
}

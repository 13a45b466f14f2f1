/** A connected agent and its wallet, with a proxy between the agent and the service. */
import { getReady, type Ready } from '../../../tests/acceptance/steps/ready.ts'
import { startPlace, type TestPlace } from './place.ts'
import { type Deciding, type Proxy, startProxy } from './proxy.ts'

export interface BehindProxy extends Ready {
  readonly place: TestPlace
  readonly proxy: Proxy
  readonly connection_token: string
  stop(): Promise<void>
}

export const startBehindProxy = async (settings: Record<string, string>, fate: Deciding): Promise<BehindProxy> => {
  const place = await startPlace(settings)
  const ready = await getReady(place)
  const { connection_token } = await ready.wallet.connections.rotateToken(ready.connection_id)
  ready.agent.useConnection(connection_token)
  const proxy = await startProxy(place.base_url, fate)
  return {
    ...ready,
    place,
    proxy,
    connection_token,
    async stop() {
      await proxy[Symbol.asyncDispose]()
      await place.stop()
    },
  }
}

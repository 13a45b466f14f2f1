/** npm run shop: sells tide tables for x402, with the official middleware. SHOP_PORT, SHOP_ADDRESS, PRICE and RPC_URL change what it is. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { listedBy, sellerExtension } from '@pursestrings/x402/seller'
import { HTTPFacilitatorClient } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/express'
import express, { type Express } from 'express'
import { facilitatorOn } from './facilitator.ts'

const {
  SHOP_PORT = '4021',
  PRICE = '$0.25',
  RPC_URL = 'http://127.0.0.1:8545',
  FACILITATOR_URL,
  SHOP_DOMAIN = 'shop.localhost',
} = process.env
/** The third account that anvil prints: `npm run dev -- --evm` lists it for shop.localhost. */
const { SHOP_ADDRESS = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' } = process.env

const listen = async (app: Express, port: number): Promise<number> => {
  const server = app.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const url = FACILITATOR_URL ?? `http://127.0.0.1:${await listen(facilitatorOn(RPC_URL), 0)}`
const resources = new x402ResourceServer(new HTTPFacilitatorClient({ url }))
  .register('eip155:84532', new ExactEvmScheme())
  .registerExtension(
    sellerExtension({
      tell: (sale) => console.log(`sold ${sale.url} for ${sale.amount} units, reference ${sale.reference}`),
    }),
  )

const app = express()
app.use(
  paymentMiddleware(
    {
      'GET /tides': {
        accepts: {
          scheme: 'exact',
          network: 'eip155:84532',
          payTo: SHOP_ADDRESS,
          price: PRICE,
          maxTimeoutSeconds: 300,
        },
        description: 'Tide tables, harbour of Brest',
        extensions: listedBy(SHOP_DOMAIN),
      },
    },
    resources,
  ),
)
app.get('/tides', (_request, response) => void response.json({ high_water: ['05:12 6.9 m', '17:33 7.1 m'] }))
console.log(`http://${SHOP_DOMAIN}:${await listen(app, Number(SHOP_PORT))}/tides costs ${PRICE}`)

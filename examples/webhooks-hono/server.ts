/** PORT=3000 WEBHOOK_SECRETS='whsec_…' npm start */
import { serve } from '@hono/node-server'
import { app } from './app.ts'

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`listening on ${port}`),
)

import { Agent, type Model, run, tool } from '@openai/agents'
import { z } from 'zod'
import * as payments from './payments.ts'

const requestPayment = tool({
  name: 'request_payment',
  description: payments.REQUEST_PAYMENT,
  parameters: z.object({
    task_ref: z.string().describe('such as order-1042'),
    amount: z.string().describe('exact decimal, such as 12.5'),
    purpose: z.string().describe('one line for the user'),
  }),
  execute: payments.requestPayment,
})

const waitForPayment = tool({
  name: 'wait_for_payment',
  description: payments.WAIT_FOR_PAYMENT,
  parameters: z.object({ request_id: z.string() }),
  execute: payments.waitForPayment,
})

export const buy = async (model: string | Model, prompt: string): Promise<string> => {
  const agent = new Agent({
    name: 'Buyer',
    instructions: payments.INSTRUCTIONS,
    model,
    tools: [requestPayment, waitForPayment],
  })
  const { finalOutput } = await run(agent, prompt, { maxTurns: 5 })
  return finalOutput ?? ''
}

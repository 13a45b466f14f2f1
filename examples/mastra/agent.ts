import { Agent, type AgentConfig } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'
import * as payments from './payments.ts'

const requestPayment = createTool({
  id: 'request_payment',
  description: payments.REQUEST_PAYMENT,
  inputSchema: z.object({
    task_ref: z.string().describe('such as order-1042'),
    amount: z.string().describe('exact decimal, such as 12.5'),
    purpose: z.string().describe('one line for the user'),
  }),
  execute: (input) => payments.requestPayment(input),
})

const waitForPayment = createTool({
  id: 'wait_for_payment',
  description: payments.WAIT_FOR_PAYMENT,
  inputSchema: z.object({ request_id: z.string() }),
  execute: (input) => payments.waitForPayment(input),
})

export const buy = async (model: AgentConfig['model'], prompt: string): Promise<string> => {
  const agent = new Agent({
    id: 'buyer',
    name: 'Buyer',
    instructions: payments.INSTRUCTIONS,
    model,
    tools: { request_payment: requestPayment, wait_for_payment: waitForPayment },
  })
  const { text } = await agent.generate(prompt, { maxSteps: 5 })
  return text
}

import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { createAgent, tool } from 'langchain'
import { z } from 'zod'
import * as payments from './payments.ts'

const requestPayment = tool(async (input) => JSON.stringify(await payments.requestPayment(input)), {
  name: 'request_payment',
  description: payments.REQUEST_PAYMENT,
  schema: z.object({
    task_ref: z.string().describe('such as order-1042'),
    amount: z.string().describe('exact decimal, such as 12.5'),
    purpose: z.string().describe('one line for the user'),
  }),
})

const waitForPayment = tool(async (input) => JSON.stringify(await payments.waitForPayment(input)), {
  name: 'wait_for_payment',
  description: payments.WAIT_FOR_PAYMENT,
  schema: z.object({ request_id: z.string() }),
})

export const buy = async (model: BaseChatModel, prompt: string): Promise<string> => {
  const agent = createAgent({ model, tools: [requestPayment, waitForPayment], systemPrompt: payments.INSTRUCTIONS })
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: prompt }] }, { recursionLimit: 12 })
  return messages.at(-1)?.text ?? ''
}

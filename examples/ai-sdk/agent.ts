import { generateText, isStepCount, type LanguageModel, tool } from 'ai'
import { z } from 'zod'
import * as payments from './payments.ts'

const tools = {
  request_payment: tool({
    description: payments.REQUEST_PAYMENT,
    inputSchema: z.object({
      task_ref: z.string().describe('such as order-1042'),
      amount: z.string().describe('exact decimal, such as 12.5'),
      purpose: z.string().describe('one line for the user'),
    }),
    execute: payments.requestPayment,
  }),
  wait_for_payment: tool({
    description: payments.WAIT_FOR_PAYMENT,
    inputSchema: z.object({ request_id: z.string() }),
    execute: payments.waitForPayment,
  }),
}

export const buy = async (model: LanguageModel, prompt: string): Promise<string> => {
  const { text } = await generateText({
    model,
    tools,
    instructions: payments.INSTRUCTIONS,
    prompt,
    stopWhen: isStepCount(5),
  })
  return text
}

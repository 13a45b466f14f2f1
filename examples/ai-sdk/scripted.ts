/** The same agent with a model that follows a script: npm run scripted. It needs no key, and CI runs it. */
import { MockLanguageModelV4 } from 'ai/test'
import { buy } from './agent.ts'
import { TASK } from './payments.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const call = (toolName: string, input: object) => ({
  content: [{ type: 'tool-call' as const, toolCallId: toolName, toolName, input: JSON.stringify(input) }],
  finishReason: { unified: 'tool-calls' as const, raw: undefined },
  usage,
  warnings: [],
})

/** What the last tool answered; a real model reads it too. */
const lastResult = (prompt: readonly { role: string; content: unknown }[]): Record<string, string> => {
  const last = prompt.findLast(({ role }) => role === 'tool')?.content as {
    output: { value: Record<string, string> }
  }[]
  return last?.[0]?.output.value ?? {}
}

const task_ref = process.argv[2] ?? 'order-2001'
let step = 0
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const seen = lastResult(prompt)
    step++
    if (step === 1) return call('request_payment', { task_ref, amount: '4.25', purpose: 'Printer ink' })
    if (step === 2) return call('wait_for_payment', { request_id: seen.request_id })
    return {
      content: [{ type: 'text', text: `The outcome is ${seen.outcome}.` }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    }
  },
})
console.log(await buy(model, TASK))

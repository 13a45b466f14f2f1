/** The same agent with a model that follows a script: npm run scripted. It needs no key, and CI runs it. */
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { buy } from './agent.ts'
import { TASK } from './payments.ts'

const call = (name: string, args: Record<string, unknown>): AIMessage =>
  new AIMessage({ content: '', tool_calls: [{ name, args, id: name, type: 'tool_call' }] })

const task_ref = process.argv[2] ?? 'order-2001'

class ScriptedModel extends BaseChatModel {
  step = 0

  _llmType(): string {
    return 'scripted'
  }

  override bindTools() {
    return this
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = this.next(messages)
    return { generations: [{ text: message.text, message }] }
  }

  next(messages: BaseMessage[]): AIMessage {
    this.step++
    if (this.step === 1) return call('request_payment', { task_ref, amount: '4.25', purpose: 'Printer ink' })
    // What the last tool answered; a real model reads it too.
    const seen = JSON.parse(messages.at(-1)?.text ?? '{}') as Record<string, string>
    if (this.step === 2) return call('wait_for_payment', { request_id: seen.request_id })
    return new AIMessage(`The outcome is ${seen.outcome}.`)
  }
}
console.log(await buy(new ScriptedModel({}), TASK))

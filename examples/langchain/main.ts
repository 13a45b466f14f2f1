/** OPENAI_API_KEY=… npm start */
import { ChatOpenAI } from '@langchain/openai'
import { buy } from './agent.ts'
import { TASK } from './payments.ts'

console.log(await buy(new ChatOpenAI({ model: process.env.MODEL ?? 'gpt-5-mini' }), process.argv[2] ?? TASK))

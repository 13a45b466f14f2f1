/** What a wallet has to do: the specification's part for it, and what the service says about facts, reports and tokens. */
import { judged, type Section } from '../sentence.ts'

export const WALLET_SECTIONS: readonly Section[] = [
  {
    title: 'Connecting',
    sentences: [
      judged('pair', 'It approves the pairing whose code its user typed.'),
      judged('scopes', 'It grants nothing that was not requested.'),
      judged('hidden', 'It shows neither its own token nor that of the connection.'),
    ],
  },
  {
    title: 'Facts',
    sentences: [
      judged('genuine', 'A request whose facts the service signed can be approved, up to `confirmed`.'),
      judged('shown', 'It shows payee, domain, network, amount, asset, address and memo, as they were signed.'),
      judged('address', 'A request whose address differs from the signed one is neither shown as a fact nor approved.'),
      judged('amount', 'Nor is one with another amount.'),
      judged('network', 'Nor is one with another network.'),
      judged('asset', 'Nor is one with another asset or issuer.'),
      judged('memo', 'Nor is one with another memo, or with one less or more.'),
      judged('memo kind', 'Nor is one whose memo is of another kind.'),
      judged('payee', "Nor is one with another payee's name."),
      judged('domain', 'Nor is one with another domain.'),
      judged('time', 'Nor is one with a later end.'),
      judged('digest', 'Nor is one whose digest is not that of its facts.'),
      judged('signature', 'Nor is one whose signature is not of these facts.'),
      judged('unsigned', 'Nor is one without a signature, or with an algorithm that needs none.'),
      judged('statement', 'Nor is one with a signature over another kind of statement.'),
      judged('key', 'A key that is served, but neither known nor vouched for, signs nothing.'),
      judged('service', "Another service's facts are not approved, whoever signed them."),
      judged('other request', 'An answer about another request than the one that was asked for is not approved.'),
    ],
  },
  {
    title: 'Decision',
    sentences: [
      judged('user', 'Nothing is reported about a request before its user decided.'),
      judged('reject', 'A no is reported as `rejected`, and nothing else.'),
      judged('expired', 'A request that has expired goes no further than a refused `signed`.'),
      judged('canceled', 'Nor does one that the agent cancels while its user decides.'),
      judged('told', 'If an approval leads to nothing, its user is told: the command fails.'),
      judged('again', 'Approving a request that is confirmed pays nothing more.'),
      judged('backwards', 'Nor does a status that goes back to `pending`.'),
    ],
  },
  {
    title: 'Reports',
    sentences: [
      judged('order', '`signed` is reported first, and nothing further before it was taken.'),
      judged('early', '`confirmed` is not reported before `broadcasted` was taken.'),
      judged('transaction', 'From `broadcasted` on, a report names its transaction, and always the same.'),
      judged('own', 'No two requests are paid by one transaction.'),
      judged('decision', 'A decision is signed by the key of the device, if it has one, and says what is reported.'),
      judged('lost', 'If an answer is lost, it reports the same again or reads the request, before it goes on.'),
      judged('slow', 'It waits for an answer that takes its time.'),
      judged('busy', 'Told to come back later, it waits that long, and then goes on with the same transaction.'),
    ],
  },
  {
    title: 'Records and credentials',
    sentences: [
      judged('fields', 'Unknown fields hinder nothing.'),
      judged('beside', 'A request that does not hold leaves the others as they are.'),
      judged('twice', 'A request that is listed twice, and told twice in the feed, is reported once.'),
      judged('words', "An agent's words can't write over what is shown: control characters stay out."),
      judged('401', 'A token that was refused is sent at most once more.'),
      judged('elsewhere', 'If an answer leads to another address, the wallet does not follow.'),
    ],
  },
]

/** The code that an agent shows. What it stands for is shown before anything is decided. */
import { Field } from '@pursestrings/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { phrasesWith } from './decoys.ts'
import type { Found } from './Pair.tsx'

/** A whole link may be pasted, too: `svc://pair?session=…&code=…`. */
const codeIn = (text: string): string => /[?&]code=([\w-]+)/.exec(text)?.[1] ?? text.trim()

export const EnterCode = () => {
  const { t } = useTranslation()
  const go = useNavigate()
  const [text, setText] = useState('')
  const look = useMutation({
    mutationFn: async (): Promise<Found> => {
      const code = codeIn(text)
      const { pairing_session, check_phrase } = await api().pairing.lookUp({ code })
      return { session: pairing_session, code, right: check_phrase, phrases: await phrasesWith(check_phrase) }
    },
    // In the history's memory and not in the address: the code is a secret for ten minutes.
    onSuccess: (found) => void go('/agents/pair', { state: found }),
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') look.mutate()
      }}
    >
      <p>{t('connect.codeLead')}</p>
      <Field
        label={t('connect.code')}
        hint={t('connect.codeHint')}
        value={text}
        onChange={setText}
        className="mono"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {look.error ? <Fault error={look.error} /> : null}
      <button type="submit" className="button" data-kind="primary" disabled={look.isPending || text.trim() === ''}>
        {t(look.isPending ? 'connect.looking' : 'connect.look')}
      </button>
    </form>
  )
}

/**
 * A secret that is shown this once. Neither Esc nor a click beside it closes: only "I've saved it" does, and the page then
 * drops it. A mutation that brings one has `gcTime: 0`, or the query client would keep it for minutes.
 */
import { CopyButton } from '@pursestrings/ui/CopyButton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import { Copy } from './Facts.tsx'
import { Tabs } from './Tabs.tsx'

/** How a program is given it. The secret itself stands on the page only once. */
export interface SecretUse {
  readonly title: string
  readonly text: string
  /** What the copy holds, where that is the secret itself. */
  readonly copies?: string
}

interface Props {
  readonly title: string
  readonly lead: string
  readonly secret: string
  readonly copy: string
  readonly uses?: readonly SecretUse[]
  readonly onSaved: () => void
}

export const SecretOnce = ({ title, lead, secret, copy, uses = [], onSaved }: Props) => {
  const { t } = useTranslation()
  return (
    <Dialog
      title={title}
      kept
      onClose={onSaved}
      foot={
        <>
          <button type="button" className="button" onClick={onSaved}>
            {t('secret.saved')}
          </button>
          <CopyButton value={secret} label={copy} text={copy} copied={t('copy.done')} />
        </>
      }
    >
      <p className="muted">{lead}</p>
      <p className="code">
        <code className="secret">{secret}</code>
      </p>
      {uses.length > 0 && <Uses uses={uses} />}
    </Dialog>
  )
}

const Uses = ({ uses }: { readonly uses: readonly SecretUse[] }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(uses[0]?.title ?? '')
  const use = uses.find(({ title }) => title === open)
  const text = use?.text ?? ''
  return (
    <Tabs
      label={t('secret.uses')}
      tabs={uses.map(({ title }) => ({ name: title, title }))}
      open={open}
      onOpen={setOpen}
    >
      <div className="code">
        <code>{text}</code>
        <Copy value={use?.copies ?? text} what={open} />
      </div>
    </Tabs>
  )
}

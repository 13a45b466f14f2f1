/** A wallet that exists elsewhere: its words, or its encrypted file. */
import { AddressView } from '@pursestrings/ui/AddressView'
import { useAct } from '@pursestrings/ui/use-act'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Foot } from '../frame/Foot.tsx'
import { Icon } from '../frame/Icon.tsx'
import { useFocusedHeading } from '../frame/use-focused-heading.ts'
import { type BackupFile, openBackupFile, readBackupFile } from '../keys/backup-file.ts'
import type { Bytes } from '../keys/bytes.ts'
import { Passphrase } from '../unlock/Passphrase.tsx'
import { StepBar } from './StepBar.tsx'

interface Props {
  readonly onBack: () => void
  readonly onEntropy: (entropy: Bytes) => void
}

export const Import = ({ onBack, onEntropy }: Props) => {
  const [file, setFile] = useState<BackupFile>()
  return file ? (
    <FromFile file={file} onBack={() => setFile(undefined)} onEntropy={onEntropy} />
  ) : (
    <FromWords onBack={onBack} onFile={setFile} onEntropy={onEntropy} />
  )
}

const FromWords = ({ onBack, onFile, onEntropy }: Props & { readonly onFile: (file: BackupFile) => void }) => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(t('import.title'))
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const read = async () => {
    const { entropyOf, unknownWords } = await import('../keys/words.ts')
    const entropy = entropyOf(text)
    if (entropy) return onEntropy(entropy)
    const unknown = unknownWords(text)
    setFault(unknown.length > 0 ? t('import.unknown', { list: unknown.join(', ') }) : t('import.invalid'))
  }
  const readFile = async (chosen: File | undefined) => {
    if (!chosen) return
    const file = readBackupFile(await chosen.text())
    if (file) onFile(file)
    else setFault(t('import.notFile'))
  }
  return (
    <div className="page">
      <StepBar onBack={onBack} />
      <h1 ref={heading} tabIndex={-1}>
        {t('import.title')}
      </h1>
      <p className="lead">{t('import.lead')}</p>
      <form
        id={id}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void read()
        }}
      >
        <div className="field">
          <label htmlFor={`${id}-words`}>{t('import.words')}</label>
          <textarea
            id={`${id}-words`}
            className="mono"
            rows={5}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby={`${id}-hint ${id}-fault`}
          />
          <p id={`${id}-hint`} className="small muted">
            {t('import.wordsHint')}
          </p>
        </div>
        <p id={`${id}-fault`} className="field-fault" role="alert">
          {fault}
        </p>
        <label className="button file">
          <Icon name="download" />
          {t('import.file')}
          <input
            type="file"
            className="visually-hidden"
            accept=".json,application/json"
            onChange={(event) => void readFile(event.target.files?.[0])}
          />
        </label>
      </form>
      <Foot>
        <button type="button" className="button" onClick={onBack}>
          {t('frame.back')}
        </button>
        <button type="submit" form={id} className="button" data-kind="primary" disabled={text.trim() === ''}>
          {t('import.continue')}
        </button>
      </Foot>
    </div>
  )
}

const FromFile = ({ file, onBack, onEntropy }: Props & { readonly file: BackupFile }) => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(t('import.title'))
  const form = useId()
  const [passphrase, setPassphrase] = useState('')
  const open = useAct(async () => onEntropy(await openBackupFile(file, passphrase)))
  return (
    <div className="page">
      <StepBar onBack={onBack} />
      <h1 ref={heading} tabIndex={-1}>
        {t('import.title')}
      </h1>
      <div className="card pad">
        <p className="muted">{t('import.fileOf')}</p>
        <AddressView address={file.address} perRow={4} />
      </div>
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          open.mutate()
        }}
      >
        <Passphrase
          label={t('import.filePassphrase')}
          value={passphrase}
          onChange={setPassphrase}
          autoComplete="current-password"
          invalid={open.error !== undefined}
          describedBy={`${form}-fault`}
        />
        <p id={`${form}-fault`} className="field-fault" role="alert">
          {open.error ? t('import.wrong') : ''}
        </p>
      </form>
      <p className="aside">
        <Icon name="info" /> {t('import.ledgerNote')}
      </p>
      <Foot>
        <button type="button" className="button" onClick={onBack}>
          {t('frame.back')}
        </button>
        <button
          type="submit"
          form={form}
          className="button"
          data-kind="primary"
          disabled={passphrase === '' || open.isPending}
        >
          {t(open.isPending ? 'import.working' : 'import.continue')}
        </button>
      </Foot>
    </div>
  )
}

/** Every key that does something, and the switch that turns single keys off. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../frame/Dialog.tsx'
import { useNew, usePageGroups } from '../frame/use-service.ts'
import { ask } from './ask.ts'
import './palette.css'
import { isMac, singleKeys } from './keys.ts'

export const KeyMap = () => {
  const { t } = useTranslation()
  const [on, setOn] = useState(singleKeys.on())
  const pages = usePageGroups().flatMap((group) => group.pages)
  const close = () => ask(undefined)
  const rows = [
    { keys: [isMac() ? '⌘' : 'Ctrl', 'K'], means: t('keyboard.palette') },
    ...pages.flatMap(({ key, label }) =>
      key === undefined ? [] : [{ keys: ['g', key], means: t('keyboard.go', { page: t(label) }) }],
    ),
    ...useNew().map(([key, { label }]) => ({ keys: ['n', key], means: t(label) })),
    { keys: ['c'], means: t('keyboard.copy') },
    { keys: ['?'], means: t('keyboard.map') },
    { keys: ['Esc'], means: t('keyboard.close') },
  ]
  return (
    <Dialog
      title={t('keyboard.title')}
      onClose={close}
      onSubmit={close}
      foot={
        <button type="submit" className="button">
          {t('dialog.close')}
        </button>
      }
    >
      <dl className="key-map">
        {rows.map(({ keys, means }) => (
          <div key={keys.join()}>
            <dt>{means}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className="key-switch">
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => {
            singleKeys.set(target.checked)
            setOn(target.checked)
          }}
        />
        {t('keyboard.single')}
      </label>
    </Dialog>
  )
}

/** What each role can do, so that nobody has to look it up. */
import { useTranslation } from 'react-i18next'
import { Icon } from '../frame/Icon.tsx'
import { ROLES } from './role.ts'

/** How many roles, from the owner down, may do it. */
const MAY = { see: 4, build: 3, money: 2, people: 1 } as const

export const Roles = () => {
  const { t } = useTranslation()
  return (
    <section className="card">
      <h2 className="card-title">{t('roles.title')}</h2>
      <table className="roles">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('roles.what')}</span>
            </th>
            {ROLES.map((role) => (
              <th key={role} scope="col">
                {t(`roles.${role}.name`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(MAY) as (keyof typeof MAY)[]).map((what) => (
            <tr key={what}>
              <th scope="row">{t(`roles.does.${what}`)}</th>
              {ROLES.map((role, at) => (
                <td key={role}>
                  {at < MAY[what] ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
                  <span className="visually-hidden">{t(at < MAY[what] ? 'roles.yes' : 'roles.no')}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

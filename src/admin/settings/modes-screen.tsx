import { useTitle } from '../parts/use-title.ts'
import css from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'

/** Who sees the shop: open, coming soon, under maintenance, or behind a password. */
export default function ModesScreen() {
  useTitle('Availability')
  return (
    <>
      <h1>Availability</h1>
      <section className={css.group}>
        <table className={css.table}>
          <caption>Who sees what</caption>
          <thead>
            <tr>
              <th scope="col">Mode</th>
              <th scope="col">Visitors</th>
              <th scope="col">Staff who are signed in</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([mode, visitors, staff]) => (
              <tr key={mode}>
                <th scope="row">{mode}</th>
                <td>{visitors}</td>
                <td>{staff}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <SettingsForm group="modes" />
      </section>
    </>
  )
}

const rows = [
  ['Open', 'The shop', 'The shop'],
  ['Coming soon', 'A page with the opening time, where they can leave their e-mail address', 'The shop'],
  ['Under maintenance', 'A page with your message; search engines are asked to come back', 'The shop'],
  ['With a password', 'A page that asks for the password, before any other', 'The shop'],
] as const

import { useTitle } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import css from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'

/** Who sees the shop: open, coming soon, under maintenance, or behind a password. */
export default function ModesScreen() {
  useTitle('Availability')
  return (
    <>
      <h1>Availability</h1>
      <div className={css.group}>
        <p className={screen.help}>Staff who are signed in see the shop in every mode.</p>
        <SettingsForm group="modes" />
      </div>
    </>
  )
}

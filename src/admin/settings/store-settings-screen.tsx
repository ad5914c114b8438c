import { useTitle } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { GroupTabs, useGroup } from './group-tabs.tsx'
import css from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'

/** The settings of the shop, one group at a time. */
export default function StoreSettingsScreen() {
  useTitle('Store settings')
  const tabs = useGroup('settings')
  const { current } = tabs
  return (
    <>
      <h1>Store settings</h1>
      <GroupTabs {...tabs} label="Groups of settings" />
      {current && (
        <section className={css.group} aria-labelledby="group">
          <h2 id="group">{current.title}</h2>
          <p className={screen.help}>{current.help}</p>
          <SettingsForm key={current.name} group={current.name} />
        </section>
      )}
    </>
  )
}

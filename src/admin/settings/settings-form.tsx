import type { SettingGroup } from '#contract/admin/settings/groups.ts'
import type { SettingsRecord } from '#contract/admin/settings/settings.ts'
import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { RecordForm } from './record-form.tsx'
import { Uploads } from './uploads.tsx'

type Props = { group: SettingGroup; onSaved?: (saved: SettingsRecord) => void }

/** The form of one group of settings. */
export function SettingsForm({ group, onSaved }: Props) {
  const { may } = useSession()
  const canWrite = may('settings.write')
  return (
    <RecordForm<SettingsRecord>
      queryKey={queryKeys.settings(group)}
      read={(signal) => api.adminSettings.get({ id: group }, signal)}
      save={(change) => api.adminSettings.update({ id: group, ...change })}
      canWrite={canWrite}
      {...(onSaved && { onSaved })}
      extra={({ values, setValues }) =>
        canWrite && <Uploads group={group} values={values} onChange={setValues} />
      }
    />
  )
}

const purposes = ['analytics_storage', 'ad_storage', 'ad_user_data', 'ad_personalization'] as const

/**
 * Opens a data layer with Google's Consent Mode v2: everything is denied by default, then the purposes that the visitor has accepted
 * are granted, before any tag loads. Each plugin has a layer of its own, so that none reports the events of another.
 */
export function openDataLayer(name: string, { withAds }: { withAds: boolean }) {
  const layers = window as unknown as Record<string, unknown[]>
  layers[name] ??= []
  const layer = layers[name]
  /** Google's scripts recognise commands by the type of `arguments`. */
  function command(..._parameters: unknown[]) {
    // biome-ignore lint/complexity/noArguments: see above
    layer.push(arguments)
  }
  command('consent', 'default', Object.fromEntries(purposes.map((one) => [one, 'denied'])))
  const granted = withAds ? purposes : purposes.slice(0, 1)
  command('consent', 'update', Object.fromEntries(granted.map((one) => [one, 'granted'])))
  return { layer, command }
}

export const extra = 'A chunk of a feature, not of a screen'

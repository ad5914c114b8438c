/** Steps of the rating facet: this many stars or more. A product has each step that it reaches, so a choice needs no range. */
export const ratingSteps = [4, 3, 2, 1] as const

export const ratingLabel = (step: number) => `${step} ${step === 1 ? 'star' : 'stars'} & up`

/** @param rating hundredths; -1 without ratings */
export const stepsOf = (rating: number): number[] => ratingSteps.filter((step) => rating >= step * 100)

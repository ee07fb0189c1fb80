import type { Route } from '../define-route.ts'

export const aboutRoutes: readonly Route[] = []

/** Words that say nothing about what a question is after. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be became because been before being but by came can cannot come could
   did do does doing done down during each else ever every few for from further get gets getting give go goes going got had
   has have having he her here hers him his how i if in instead into is it its itself just let lets like made make many may
   me more most much must my no nor not now of off on once one only onto or other our ours out over own rather same say she
   should so some still such than that the their theirs them then there these they this those through to too under until up
   us use used using very was we well went were what when where which while who whom whose why will with without would you
   your yours bei bekommt das der die ein eine für man tun und was weg wie`.split(/\s+/),
)

/** The title by which a story goes, in SQL: every report names a session as its story does. Of `sessions AS s LEFT JOIN stories AS st`. */
export const TOLD_TITLE = "coalesce(nullif(st.title, ''), s.title) AS title"

select * replace (
  coalesce(snapshot, (select id from before.snapshot)) as snapshot,
  coalesce("at", (select built_at from before.snapshot)) as "at"
)
from before.lineage

-- owner: connections
-- Inserts are granted column by column, so that nobody writes the time: the column that says who paused was added after.
grant insert (paused_by) on connection_changes to countersign_app;

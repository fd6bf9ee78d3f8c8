ALTER TABLE "journal_trips" ADD COLUMN "arrival_slippage" numeric;--> statement-breakpoint
ALTER TABLE "journal_trips" ADD COLUMN "trigger_slippage" numeric;
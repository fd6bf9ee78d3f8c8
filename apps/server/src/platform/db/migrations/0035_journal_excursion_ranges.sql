ALTER TABLE "journal_trips" ADD COLUMN "mae_far" numeric;--> statement-breakpoint
ALTER TABLE "journal_trips" ADD COLUMN "mfe_far" numeric;--> statement-breakpoint
ALTER TABLE "journal_trips" ADD COLUMN "mae_part_far" double precision;--> statement-breakpoint
ALTER TABLE "journal_trips" ADD COLUMN "mfe_part_far" double precision;--> statement-breakpoint
ALTER TABLE "journal_trips" ADD CONSTRAINT "journal_trips_far_beyond" CHECK ("journal_trips"."mae_far" <= "journal_trips"."mae" and "journal_trips"."mfe_far" >= "journal_trips"."mfe");
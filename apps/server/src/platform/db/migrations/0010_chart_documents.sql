INSERT INTO "workspace_documents" ("user_id", "kind", "name", "version", "body", "updated_at")
SELECT "user_id", 'chart', "symbol", nextval('workspace_document_versions'), "settings", "updated_at" FROM "saved_charts";--> statement-breakpoint
DROP TABLE "saved_charts" CASCADE;

// In a file of its own, since the page allows no script that stands in it.
SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#document", deepLinking: true, validatorUrl: null });
